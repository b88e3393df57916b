import { setTimeout as sleep } from 'node:timers/promises';
import type { EnqueuedTask, Task } from 'meilisearch';
import { codeOf, insist, taskFailure, tookTooLong } from './meilisearch-guard.ts';
import type { Server } from './meilisearch-server.ts';

/** How long the server may take for a task and those queued before it, in milliseconds. */
const TASK_TIMEOUT = 600_000;
const SHORTEST_POLL = 2;
const MAX_POLL = 250;

/** Tasks that may be deleted. The server keeps finished tasks until it has no room for more. */
const ENDED = { statuses: ['succeeded'] as const };

/**
 * Enqueues a task and waits until it is done. It retries while the server is busy, and deletes our finished tasks when the
 * list of tasks is full.
 * @param accepted error codes that count as success
 */
export async function run(
  server: Server,
  enqueue: () => Promise<EnqueuedTask>,
  accepted: string[] = [],
): Promise<void> {
  await waitForTasks(server, [await enqueueTask(server, enqueue)], accepted);
}

/** Enqueues a task and returns its id. */
export async function enqueueTask(server: Server, enqueue: () => Promise<EnqueuedTask>): Promise<number> {
  try {
    return (await insist(enqueue)).taskUid;
  } catch (error) {
    if (codeOf(error) !== 'no_space_left_on_device') throw error;
    await dropEndedTasks(server);
    return (await insist(enqueue)).taskUid;
  }
}

/** Waits until the tasks are done. */
export async function waitForTasks(server: Server, tasks: number[], accepted: string[] = []): Promise<void> {
  const deadline = Date.now() + TASK_TIMEOUT;
  for (const task of tasks) {
    for (let wait = SHORTEST_POLL; ; wait = Math.min(MAX_POLL, wait * 1.5)) {
      const { status, error } = await insist(() => server.writer.tasks.getTask(task)).catch(ifDeleted);
      if (status === 'succeeded') break;
      if (error && accepted.includes(error.code)) break;
      if (status === 'failed' || status === 'canceled') {
        throw taskFailure(error?.code ?? '', error?.message ?? `it was ${status}`);
      }
      if (Date.now() > deadline) throw tookTooLong();
      await sleep(wait);
    }
  }
}

/** A task that is missing had succeeded: only such tasks are deleted, by us or by a program that needed room. */
function ifDeleted(error: unknown): Pick<Task, 'status' | 'error'> {
  if (codeOf(error) !== 'task_not_found') throw error;
  return { status: 'succeeded', error: null };
}

async function dropEndedTasks(server: Server): Promise<void> {
  const { taskUid } = await insist(() =>
    server.writer.tasks.deleteTasks({
      statuses: [...ENDED.statuses],
      indexUids: [...Object.values(server.uids), server.vectors],
    }),
  );
  await waitForTasks(server, [taskUid]);
}
