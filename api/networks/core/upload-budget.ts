import { fairSemaphore } from '#api/runtime/fair-semaphore.ts'

const MAX_BYTES = 32 * 1024 ** 2

const inTurn = fairSemaphore(MAX_BYTES)
/** A server that a member chose may be as slow as it likes, so it delays only others of its kind, which take turns with it. */
const inForeignTurn = fairSemaphore(MAX_BYTES)

/**
 * Limits the bytes that concurrent uploads hold in memory. An upload larger than the limit runs alone.
 * @param server that a member chose; empty for one of a network
 */
export const withinUploadBudget = <Result>(
  bytes: number,
  upload: () => Promise<Result>,
  server = '',
): Promise<Result> =>
  (server ? inForeignTurn : inTurn)(server || 'uploads', upload, Math.min(bytes, MAX_BYTES))
