import { fairSemaphore } from '#api/runtime/fair-semaphore.ts'

const MAX_BYTES = 32 * 1024 ** 2

const ownUploads = fairSemaphore(MAX_BYTES)
/** Servers that members chose have a semaphore of their own, so that a slow one doesn't delay uploads to the networks. */
const foreignUploads = fairSemaphore(MAX_BYTES)

/**
 * Limits the bytes that concurrent uploads hold in memory. An upload larger than the limit runs alone.
 * @param server the server that a member chose; empty for a network's own
 */
export const withinUploadBudget = <Result>(
  bytes: number,
  upload: () => Promise<Result>,
  server = '',
): Promise<Result> =>
  (server ? foreignUploads : ownUploads)(server || 'uploads', upload, Math.min(bytes, MAX_BYTES))
