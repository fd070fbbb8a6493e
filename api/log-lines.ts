import type { DestinationStream } from 'pino'

/** Writes what is logged in one turn of the event loop at once: a write takes several times as long as making its line. */
export function linesTogether(destination: DestinationStream): DestinationStream {
  let lines = ''
  const write = () => {
    const written = lines
    lines = ''
    if (written !== '') destination.write(written)
  }
  process.on('exit', write)
  return {
    write(line) {
      if (lines === '') setImmediate(write)
      lines += line
    },
  }
}
