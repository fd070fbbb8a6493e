import { fairSemaphore } from '#api/runtime/fair-semaphore.ts'

const MAX_BYTES = 32 * 1024 ** 2

const inTurn = fairSemaphore(MAX_BYTES)

/** Limits the bytes that concurrent uploads hold in memory. An upload larger than the limit runs alone. */
export const withinUploadBudget = <Result>(bytes: number, upload: () => Promise<Result>): Promise<Result> =>
  inTurn('uploads', upload, Math.min(bytes, MAX_BYTES))
