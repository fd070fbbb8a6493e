const MAX_BYTES = 32 * 1024 ** 2

let taken = 0
const waiting: { bytes: number; begin: () => void }[] = []

/** Uploads hold their bytes in memory: so many bytes at a time, however many posts go out. A larger one goes alone. */
export async function withUploadRoom<Result>(bytes: number, upload: () => Promise<Result>): Promise<Result> {
  if (waiting.length > 0 || !fits(bytes)) {
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.push({ bytes, begin: resolve })
    await promise
  } else taken += bytes
  try {
    return await upload()
  } finally {
    taken -= bytes
    letIn()
  }
}

const fits = (bytes: number) => taken === 0 || taken + bytes <= MAX_BYTES

function letIn() {
  for (let next = waiting[0]; next && fits(next.bytes); next = waiting[0]) {
    waiting.shift()
    taken += next.bytes
    next.begin()
  }
}
