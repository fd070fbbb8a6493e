import { Hono } from 'hono'

import { readPerson } from '../../api/auth/sessions/sessions.ts'
import { openContext } from '../../api/boot/open-context.ts'
import { listDomains } from '../../api/businesses/domains.ts'
import type { UserContext } from '../../api/context.ts'
import { listPosts } from '../../api/posts/lists.ts'
import { readConfig } from '../../api/runtime/config.ts'
import { userDetails } from '../../api/settings/profile.ts'

const ctx = await openContext(readConfig(process.env))
const { PERSON: userId = '', TOKEN: token = '' } = process.env
const person: UserContext = { ...ctx, userId, role: 'user', sessionId: '', address: '', userAgent: '' }

/**
 * Serves the same reads without authentication, validation, logging or limits. Reads the person by session token in one
 * query, as the api does.
 */
const app = new Hono()
  .post('/api/users/getUserInfo', async c => {
    const found = await readPerson(ctx, token)
    return c.json({ success: true, userDetails: userDetails(found!.person) })
  })
  .get('/api/users/getUserDomain', async c => c.json({ success: true, data: await listDomains(person) }))
  .get('/api/posts', async c => {
    const { posts, nextCursor } = await listPosts(person, { tab: 'published', limit: 20 })
    return c.json({ success: true, data: posts, nextCursor })
  })

const server = Bun.serve({ hostname: '127.0.0.1', port: Number(process.env.PORT), fetch: app.fetch })
console.log(`ready http://${server.hostname}:${server.port}`)
