import { savePerson } from '#api/auth/people.ts'
import { openContext } from '#api/boot/open-context.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { readConfig } from '#api/runtime/config.ts'

/** Uses the database as an api does: adds people, lists everybody, and runs until its input ends. */
const ctx = await openContext(readConfig(process.env))
for (const email of process.argv.slice(2))
  await savePerson(ctx, { email, fullname: 'Pat', password: 'correct horse' })
const people = await ctx.db.select({ email: users.email }).from(users)
console.log(JSON.stringify(people.map(({ email }) => email).toSorted()))
await new Response(Bun.stdin.stream()).text()
process.exit(0)
