import { Hono } from 'hono'

import { openContext } from '../../api/boot/open-context.ts'
import { listDomains } from '../../api/businesses/domains.ts'
import type { UserContext } from '../../api/context.ts'
import { listPosts } from '../../api/posts/lists.ts'
import { readConfig } from '../../api/runtime/config.ts'
import { readProfile } from '../../api/settings/profile.ts'

const ctx = await openContext(readConfig(process.env))
const { PERSON: userId = '' } = process.env
const person: UserContext = { ...ctx, userId, role: 'user', sessionId: '', address: '', userAgent: '' }

/**
 * Serves the same reads without authentication, validation, logging or limits.
 */
const app = new Hono()
  .post('/api/users/getUserInfo', async c =>
    c.json({ success: true, userDetails: await readProfile(person) }),
  )
  .get('/api/users/getUserDomain', async c => c.json({ success: true, data: await listDomains(person) }))
  .get('/api/posts', async c => {
    const { posts, nextCursor } = await listPosts(person, { tab: 'published', limit: 20 })
    return c.json({ success: true, data: posts, nextCursor })
  })

const server = Bun.serve({ hostname: '127.0.0.1', port: Number(process.env.PORT), fetch: app.fetch })
console.log(`ready http://${server.hostname}:${server.port}`)
