import S3rver from 's3rver'

/** Serves a bucket `media` from a folder, so that its files survive a kill. Prints a line when it is ready. */
const [port, directory] = process.argv.slice(2)
const server = new S3rver({
  address: '127.0.0.1',
  port: Number(port),
  silent: true,
  directory: directory!,
  configureBuckets: [{ name: 'media', configs: [] }],
})
await server.run()
console.log('bucket ready')
