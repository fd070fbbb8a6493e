import { readVideoFacts } from './video-facts.ts'

// A service manager signals all processes of a service; the api finishes the uploads that have begun.
process.on('SIGTERM', () => {})

/** Prints the facts of the video whose path it is given, as JSON; videos.ts starts it. */
const [path] = process.argv.slice(2)
process.stdout.write(JSON.stringify(await readVideoFacts(path!)))
process.exit(0)
