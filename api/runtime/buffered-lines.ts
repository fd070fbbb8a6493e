import type { DestinationStream } from 'pino'

const WAIT_MS = 20
const IS_NEWS = /^\{"level":(10|20|30),/

/**
 * Writes what is logged within a moment at once: a write takes several times as long as making its line. Warnings and worse
 * don't wait, and take those before them along.
 */
export function bufferLines(destination: DestinationStream): DestinationStream {
  let lines = ''
  let timer: NodeJS.Timeout | undefined
  const write = () => {
    clearTimeout(timer)
    timer = undefined
    const written = lines
    lines = ''
    if (written !== '') destination.write(written)
  }
  process.on('exit', write)
  return {
    write(line) {
      lines += line
      if (IS_NEWS.test(line)) timer ??= setTimeout(write, WAIT_MS)
      else write()
    },
  }
}
