import { openContext } from '#api/boot/open-context.ts'
import { asUser } from '#api/context.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { acceptMedia } from '#api/media/media.ts'
import { receiveUpload } from '#api/media/uploads/upload.ts'
import { readConfig } from '#api/runtime/config.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { fileType } from '#shared/media/file-type.ts'

/** Runs a process that only receives uploads, for tests of memory and broken connections. Prints its URL. */
const context = await openContext(readConfig(process.env))
const userId = 'ann'
const user = { id: userId, email: 'ann@example.com', fullname: 'Ann', createdAt: context.now() }
await context.db.insert(users).values(user)
const ctx = asUser(context, userId)

async function take(request: Request) {
  const upload = await receiveUpload(ctx.config, request, {
    fileFields: ['media'],
    userId,
    typeOf: fileType,
  })
  try {
    const accepted = await acceptMedia(
      ctx,
      upload.files.map(file => ({ file, networks: ['facebook', 'instagram'] })),
    )
    return Response.json({ bytes: accepted.map(({ bytes }) => bytes) })
  } finally {
    await upload.discard()
  }
}

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  maxRequestBodySize: 4 * 1024 ** 3,
  idleTimeout: 60,
  fetch: async request => {
    try {
      return await take(request)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      return Response.json(error.body, { status: error.status })
    }
  },
})
console.log(server.url.href)
