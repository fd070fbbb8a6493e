import { PDS, envToCfg, envToSecrets, readEnv } from '@atproto/pds'
// Starts Bluesky's own server and a directory of DIDs, in Node, and prints their address.
import { PlcServer, Database } from '@did-plc/server'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = mkdtempSync(join(tmpdir(), 'currawong-bluesky-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
// This version of the server dies of an upload that is cut at a certain moment. A supervisor would start it again.
process.on('uncaughtException', error => {
  if (error.code === 'ECONNRESET') return
  console.error(error)
  process.exit(1)
})
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.exit(0))

// Clients with a public https URL, which no DNS knows here.
const clients = JSON.parse(process.env.CLIENTS ?? '{}')
const reallyFetch = globalThis.fetch
globalThis.fetch = (input, init) => {
  const url = new URL(input.url ?? input)
  return clients[url.origin]
    ? reallyFetch(url.href.replace(url.origin, clients[url.origin]))
    : reallyFetch(input, init)
}

const freePort = () =>
  new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

const plcPort = await freePort()
await PlcServer.create({ db: Database.mock(), port: plcPort }).start()
const port = await freePort()
const secret = () => randomBytes(32).toString('hex')
Object.assign(process.env, {
  PDS_PORT: String(port),
  PDS_HOSTNAME: 'localhost',
  PDS_DATA_DIRECTORY: folder,
  PDS_BLOBSTORE_DISK_LOCATION: join(folder, 'blobs'),
  PDS_JWT_SECRET: secret(),
  PDS_ADMIN_PASSWORD: secret(),
  PDS_PLC_ROTATION_KEY_K256_PRIVATE_KEY_HEX: secret(),
  PDS_DID_PLC_URL: `http://127.0.0.1:${plcPort}`,
  PDS_INVITE_REQUIRED: 'false',
  PDS_DEV_MODE: 'true',
  PDS_SERVICE_HANDLE_DOMAINS: '.test',
  PDS_RATE_LIMITS_ENABLED: 'false',
  LOG_ENABLED: 'false',
})
const env = readEnv()
const pds = await PDS.create(envToCfg(env), envToSecrets(env))
await pds.start()
console.log(`ready http://127.0.0.1:${port} http://127.0.0.1:${plcPort}`)
