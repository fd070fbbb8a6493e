import { fairSemaphore } from '#api/runtime/fair-semaphore.ts'

const MAX_BYTES = 32 * 1024 ** 2

const inTurn = fairSemaphore(MAX_BYTES)
/** Separate semaphore for servers that members chose, so that a slow one delays only other servers of this kind. */
const inForeignTurn = fairSemaphore(MAX_BYTES)

/**
 * Limits the bytes that concurrent uploads hold in memory. An upload larger than the limit runs alone.
 * @param server the server that a member chose; empty for a network's own
 */
export const withinUploadBudget = <Result>(
  bytes: number,
  upload: () => Promise<Result>,
  server = '',
): Promise<Result> =>
  (server ? inForeignTurn : inTurn)(server || 'uploads', upload, Math.min(bytes, MAX_BYTES))
