import '@dossier/embeds/define';
import { createApp, onMounted, ref, shallowRef } from 'vue/dist/vue.esm-bundler.js';

const app = createApp({
  setup() {
    const embed = shallowRef(null);
    const problem = ref('');
    onMounted(async () => {
      embed.value = await (await fetch('/embeds/chart.json')).json();
    });
    return { embed, problem, report: ({ detail }) => (problem.value = detail.message) };
  },
});
app.config.compilerOptions.isCustomElement = (tag) => tag.startsWith('dossier-');
app.mount('main');
