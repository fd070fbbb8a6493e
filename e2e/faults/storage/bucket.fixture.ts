import S3rver from 's3rver'

/** A bucket `media` that keeps its files in a folder, so that it can be killed and started again. Prints when it serves. */
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
