import { removePrivateParts } from './privacy.ts'
import { readVideoFacts } from './properties.ts'

// A service manager signals all processes of a service. This one ignores it, so that the api can finish uploads in flight.
process.on('SIGTERM', () => {})

/** Strips metadata from the video at the given path and prints its facts as JSON. Started by videos.ts. */
const [path = ''] = process.argv.slice(2)
await removePrivateParts(path)
process.stdout.write(JSON.stringify(await readVideoFacts(path)))
process.exit(0)
