/**
 * Waits for work at most this long, in milliseconds. Work that takes longer goes on unobserved.
 * @throws {Error} with the message `late` once the time is over
 */
export async function beforeDeadline<Result>(work: Promise<Result>, ms: number, late: string) {
  const deadline = Promise.withResolvers<never>()
  const timer = setTimeout(() => deadline.reject(new Error(late)), ms)
  try {
    return await Promise.race([work, deadline.promise])
  } finally {
    clearTimeout(timer)
  }
}
