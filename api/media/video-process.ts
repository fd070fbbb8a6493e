import { removePrivateParts } from './mp4-privacy.ts'
import { readVideoFacts } from './video-facts.ts'

// A service manager signals all processes of a service; the api finishes the uploads that have begun.
process.on('SIGTERM', () => {})

/** Cleans the video whose path it is given, and prints its facts as JSON; videos.ts starts it. */
const [path] = process.argv.slice(2)
await removePrivateParts(path!)
process.stdout.write(JSON.stringify(await readVideoFacts(path!)))
process.exit(0)
