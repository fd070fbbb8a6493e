const MAX_BYTES = 32 * 1024 ** 2

let inUse = 0
const waiting: { bytes: number; begin: () => void }[] = []

/** Limits the bytes that concurrent uploads hold in memory. An upload larger than the limit runs alone. */
export async function withinUploadBudget<Result>(
  bytes: number,
  upload: () => Promise<Result>,
): Promise<Result> {
  if (waiting.length > 0 || !fits(bytes)) {
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.push({ bytes, begin: resolve })
    await promise
  } else inUse += bytes
  try {
    return await upload()
  } finally {
    inUse -= bytes
    startNext()
  }
}

const fits = (bytes: number) => inUse === 0 || inUse + bytes <= MAX_BYTES

function startNext() {
  for (let next = waiting[0]; next && fits(next.bytes); next = waiting[0]) {
    waiting.shift()
    inUse += next.bytes
    next.begin()
  }
}
