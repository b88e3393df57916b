// The whole path, because a search would find version 13 if this folder was not filled.
module.exports = require('./node_modules/better-sqlite3');
