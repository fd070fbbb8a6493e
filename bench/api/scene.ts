import { sql } from 'drizzle-orm'

import { createSession } from '../../api/auth/sessions/sessions.ts'
import type { Context } from '../../api/context.ts'

const DAY_MS = 24 * 60 * 60_000

/** Inserts a person with a session, three businesses, both networks, a picture and `posts` published posts. */
export async function writePerson(ctx: Context, id: string, posts: number): Promise<string> {
  const { db } = ctx
  const now = +ctx.now()
  await db.run(
    sql`insert into users (id, email, fullname, created_at) values (${id}, ${`${id}@example.com`}, 'Pat Lee', ${now})`,
  )
  for (const [index, name] of ['Pat’s Plumbing', 'Second Street Cafe', 'Third'].entries())
    await db.run(sql`
      insert into domains (id, user_id, business_name, website_url, created_at)
      values (${`${id}-${index}`}, ${id}, ${name}, 'https://example.com', ${now})`)
  await db.run(sql`
    insert into members (domain_id, user_id, role, is_selected, created_at)
    select id, user_id, 'owner', id = ${`${id}-0`}, created_at from domains where user_id = ${id}`)
  await db.run(sql`
    insert into media (id, user_id, kind, name, key, jpeg_key, type, bytes, width, height, created_at, touched_at)
    values (${`${id}-m`}, ${id}, 'image', 'van.jpg', 'van.jpg', 'van.jpg', 'image/jpeg', 1000, 1080, 1080, ${now}, ${now})`)
  await db.run(sql`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${posts})
    insert into posts (id, user_id, domain_id, publish_at, time_zone, created_at)
    select ${id} || '-p' || i, ${id}, ${`${id}-0`}, ${now - 400 * DAY_MS} + i * 1000, 'Australia/Melbourne', ${now} from n`)
  await db.run(sql`
    insert into post_media (post_id, position, media_id, alt_text)
    select id, 0, ${`${id}-m`}, 'A red van' from posts where user_id = ${id}`)
  for (const network of ['facebook', 'instagram'])
    await db.run(sql`
      insert into deliveries (id, post_id, user_id, domain_id, network, message, media_positions, state, publish_at, published_at, updated_at)
      select id || ${network}, id, user_id, domain_id, ${network}, 'Our vans are red again. Ask Pat why.', '[0]', 'published', publish_at, publish_at, ${now}
      from posts where user_id = ${id}`)
  const token = await createSession({ ...ctx, address: '127.0.0.1', userAgent: 'bench' }, id)
  if (!token) throw new Error('The benchmark’s user could not get a session.')
  return token
}
