import type { Networks } from '#api/networks/networks.ts'
import type { Writer } from './ai/writer.ts'
import type { Auditor } from './audits/audit.ts'
import type { Websites } from './audits/page/websites.ts'
import type { Printer } from './audits/printer.ts'
import type { Db } from './db/client.ts'
import type { Inside, OutsideName, WokenJob } from './db/write.ts'
import type { Mailer } from './mail/mail.ts'
import type { GoogleSignIn } from './networks/google/sign-in.ts'
import type { LoggedCall } from './publishing/call-log.ts'
import type { Config } from './runtime/config.ts'
import type { Cipher } from './runtime/crypto/cipher.ts'
import type { Logger } from './runtime/logger.ts'
import type { Storage } from './storage/storage.ts'

/** Dependencies of every domain function: clock, database, network, files. A change behind `write` can't reach the services. */
export type Context = Pick<Services, OutsideName> & {
  config: Config
  db: Db
  log: Logger
  now: () => Date
  cipher: Cipher
  /**
   * Runs these jobs soon, because something may be due for them. A job never wakes itself: its next run does what remains.
   */
  wake: (...jobs: WokenJob[]) => void
}

type Services = {
  /** Sleeps between polls of another system. Never used where an event can be awaited. */
  pause: (ms: number) => Promise<void>
  mailer: Mailer
  storage: Storage
  networks: Networks
  googleSignIn: GoogleSignIn
  /** Writes captions; undefined without OPENAI_API_KEY. */
  writer: Writer | undefined
  auditor: Auditor
  websites: Websites
  /** Prints reports as PDF. */
  printer: Printer
  /**
   * Records the next publishing call outside the database, so that its post can be found if the database loses the call.
   * @throws {Error} if the call can't be recorded; then it must not be made
   */
  logCall: (call: LoggedCall) => void
}

export type { Inside }

/** A request by any client. Rate limits count by `address`. */
export type RequestContext = Context & { address: string; userAgent: string }

/** A request by a visitor who may be signed in. */
export type VisitorContext = RequestContext & { userId?: string }

export type UserContext = RequestContext & {
  userId: string
  role: 'user' | 'admin'
  sessionId: string
  /** The business shown in the client's window (`X-Domain-Id`); without it, the user's selected business applies. */
  shownDomainId?: string | undefined
  /** Limits every list of the user's businesses to this one. */
  onlyDomainId?: string | undefined
  /** The viewer for whom URLs of media are signed, if it isn't the user (`media/signed-url.ts`). */
  mediaViewer?: string
}

/** Returns the context of a user for work outside a request. */
export const asUser = (ctx: Context, userId: string): UserContext => ({
  ...ctx,
  userId,
  role: 'user',
  sessionId: '',
  address: '',
  userAgent: '',
})

/** Context of a user, in a request or in a job. */
export type OwnerContext = Context & Pick<UserContext, 'userId' | 'mediaViewer'>

export type Env = {
  Variables: {
    ctx: RequestContext
    requestId: string
    /** True if the URL contains a secret that grants access. */
    hasSecretUrl?: boolean
  }
  Bindings: { address?: string } | undefined
}
export type VisitorEnv = Env & { Variables: { ctx: VisitorContext } }
export type UserEnv = Env & { Variables: { ctx: UserContext } }
