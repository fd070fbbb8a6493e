import { eq, type SQL, sql } from 'drizzle-orm'

import type { Context, UserContext } from '#api/context.ts'
import { users } from '#api/db/schema/auth.ts'
import { settings } from '#api/db/schema/settings.ts'
import { DEFAULT_SETTINGS, type Settings } from '#shared/settings.ts'

export async function readSettings({ db, userId }: Pick<UserContext, 'db' | 'userId'>): Promise<Settings> {
  const [kept] = await db.select().from(settings).where(eq(settings.userId, userId))
  if (!kept) return DEFAULT_SETTINGS
  const { userId: _, ...chosen } = kept
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
  'emailNotifications' | 'pushNotifications' | 'socialNotifications' | 'marketingEmails' | 'dataSharing'
>

/** Turns one switch, for who comes by another way than the settings' form. Does nothing for somebody who is gone. */
export async function turn({ db }: Context, userId: string, name: Switch, on: boolean): Promise<void> {
  if ((await db.$count(users, eq(users.id, userId))) === 0) return
  await db
    .insert(settings)
    .values({ userId, ...DEFAULT_SETTINGS, [name]: on })
    .onConflictDoUpdate({ target: settings.userId, set: { [name]: on } })
}

/** For a caller's statement: whether the user whose id `userId` gives has this switch on by then. */
export const isOn = (name: Switch, userId: SQL) =>
  sql`coalesce((select chosen.${sql.identifier(settings[name].name)} from ${settings} as chosen where chosen.user_id = ${userId}), ${Number(DEFAULT_SETTINGS[name])})`

/** Whether what the user writes may be given to services beyond the networks that they post to. */
export const sharesData = async (ctx: Pick<UserContext, 'db' | 'userId'>): Promise<boolean> =>
  (await readSettings(ctx)).dataSharing
