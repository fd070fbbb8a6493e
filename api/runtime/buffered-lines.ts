import type { DestinationStream } from 'pino'

const WAIT_MS = 20
const BELOW_WARNING = /^\{"level":(10|20|30),/

/**
 * Collects the log lines of `WAIT_MS` into one write, because a write takes several times as long as formatting a line. A warning
 * or worse flushes immediately.
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
      if (BELOW_WARNING.test(line)) timer ??= setTimeout(write, WAIT_MS)
      else write()
    },
  }
}
