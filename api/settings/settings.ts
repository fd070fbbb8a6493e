import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'

import type { Context, UserContext } from '#api/context.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { settings } from '#api/db/schema/people/settings.ts'
import { DEFAULT_SETTINGS, type Settings } from '#shared/settings.ts'

export async function readSettings({ db, userId }: Pick<UserContext, 'db' | 'userId'>): Promise<Settings> {
  const [saved] = await db.select().from(settings).where(eq(settings.userId, userId))
  if (!saved) return DEFAULT_SETTINGS
  const { userId: _, ...chosen } = saved
  return chosen
}

export async function saveSettings({ db, userId }: UserContext, chosen: Settings): Promise<void> {
  await db
    .insert(settings)
    .values({ userId, ...chosen })
    .onConflictDoUpdate({ target: settings.userId, set: chosen })
}

type Switch = Extract<
  keyof Settings,
  | 'emailNotifications'
  | 'publishedEmails'
  | 'pushNotifications'
  | 'socialNotifications'
  | 'marketingEmails'
  | 'dataSharing'
>

/** Sets one switch outside the settings form. Does nothing for a deleted user. */
export async function setSwitch({ db }: Context, userId: string, name: Switch, on: boolean): Promise<void> {
  if ((await db.$count(users, eq(users.id, userId))) === 0) return
  await db
    .insert(settings)
    .values({ userId, ...DEFAULT_SETTINGS, [name]: on })
    .onConflictDoUpdate({ target: settings.userId, set: { [name]: on } })
}

/** SQL condition: the user has this switch on. `userId` is an expression for their id. */
export const isOn = (name: Switch, userId: SQL) =>
  sql`coalesce((select chosen.${sql.identifier(settings[name].name)} from ${settings} as chosen where chosen.user_id = ${userId}), ${sql.param(DEFAULT_SETTINGS[name], settings[name])})`

export async function usersWith(
  { db }: Pick<Context, 'db'>,
  name: Switch,
  userIds: string[],
): Promise<Set<string>> {
  if (userIds.length === 0) return new Set()
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, userIds), isOn(name, sql`${users.id}`)))
  return new Set(rows.map(({ id }) => id))
}

/** Returns whether the user's text may be sent to services other than the networks they post to. */
export const sharesData = async (ctx: Pick<UserContext, 'db' | 'userId'>): Promise<boolean> =>
  (await readSettings(ctx)).dataSharing
