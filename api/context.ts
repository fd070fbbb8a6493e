import type { Networks } from '#api/networks/networks.ts'
import type { Writer } from './ai/writer.ts'
import type { Auditor } from './audits/audit.ts'
import type { Config } from './config.ts'
import type { SecretBox } from './crypto/secret-box.ts'
import type { Db } from './db/client.ts'
import type { User } from './db/schema/auth.ts'
import type { Mailer } from './mail/mail.ts'
import type { GoogleSignIn } from './networks/google/sign-in.ts'
import type { Intent } from './runtime/intent-mark.ts'
import type { Logger } from './runtime/logger.ts'
import type { Storage } from './storage/storage.ts'

/** Everything from outside comes by here: clock, database, network, files. */
export type Context = {
  config: Config
  db: Db
  log: Logger
  now: () => Date
  /** Waits for what somebody else is doing; never for what could be awaited. */
  pause: (ms: number) => Promise<void>
  box: SecretBox
  mailer: Mailer
  storage: Storage
  networks: Networks
  googleSignIn: GoogleSignIn
  /** Writes captions; nobody where no key is set. */
  writer: Writer | undefined
  auditor: Auditor
  /** Records the next publishing call outside the database, so that the next start can detect if the database lost it. */
  noteIntent: (intent: Intent) => void
  /** Says that a delivery, a mail or a measurement may be due now, so that nobody waits for the next tick. */
  wake: () => void
}

/** A request that may come from anybody; `address` is what rate limits count by. */
export type RequestContext = Context & { address: string; userAgent: string }

/** Of somebody who may be logged in or not. */
export type VisitorContext = RequestContext & { userId?: string }

export type UserContext = RequestContext & {
  userId: string
  role: 'user' | 'admin'
  sessionId: string
  /** The domain that the asking window shows, which another window may have left; without it, the selected one counts. */
  shownDomainId?: string | undefined
}

export type Env = {
  Variables: { ctx: RequestContext; requestId: string }
  Bindings: { address?: string } | undefined
}
export type VisitorEnv = Env & { Variables: { ctx: VisitorContext } }
export type UserEnv = Env & { Variables: { ctx: UserContext } }
export type PersonEnv = UserEnv & { Variables: { person: User } }
