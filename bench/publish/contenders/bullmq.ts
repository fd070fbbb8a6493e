import { type Job, Queue, Worker } from 'bullmq'
import { Redis } from 'ioredis'

import { MAX_IN_FLIGHT } from '../../../api/deliveries/capacity.ts'
import type { Contender } from './contender.ts'
import { startDebianServer } from './debian-server.ts'
import { MAIL, NOTICE } from './notice.ts'

/**
 * Starts BullMQ on a Redis that flushes its log each second. Returns undefined, with a message, if Redis is not
 * installed.
 */
export async function bullmq(): Promise<Contender | undefined> {
  const server = await startDebianServer({
    name: 'BullMQ',
    debianPackage: 'redis-server',
    program: 'redis-server',
    folders: [],
    args: (folder, port) => [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--dir',
      folder,
      '--save',
      '',
      '--appendonly',
      'yes',
      '--appendfsync',
      'everysec',
    ],
  })
  if (!server) return undefined
  const connection = new Redis(server.port, '127.0.0.1', { maxRetriesPerRequest: null })
  let round = 0
  return {
    name: 'BullMQ, on Redis',
    async run(jobs, work) {
      const name = `deliveries-${round++}`
      const queue = new Queue(name, { connection })
      await queue.addBulk(
        Array.from({ length: jobs }, (_, index) => ({ name: 'deliver', data: { id: `d${index}` } })),
      )
      const mail = new Queue(`${name}-mail`, { connection })
      const notify = async (id: string) => {
        await connection.multi().hset(`${name}:notice:${id}`, NOTICE).xadd('events', '*', 'id', id).exec()
        await mail.add('mail', { mail: MAIL }, { jobId: `delivery-${id}` })
      }
      let left = jobs
      const finished = Promise.withResolvers<void>()
      const begun = performance.now()
      const deliver = async (job: Job) => {
        if (work === 'notify') await notify(String(job.data.id))
        return { externalId: String(job.data.id) }
      }
      const worker = new Worker(name, deliver, { connection, concurrency: MAX_IN_FLIGHT })
      worker.on('completed', () => {
        if (--left === 0) finished.resolve()
      })
      await finished.promise
      const took = performance.now() - begun
      await worker.close()
      await Promise.all([queue.close(), mail.close()])
      return took
    },
    async stop() {
      connection.disconnect()
      await server.stop()
    },
  }
}
