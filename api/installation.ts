import type { Config } from './config.ts'
import { keyedHash } from './crypto/secrets.ts'

type Secret = Pick<Config, 'appSecret'>

/** Names an installation without telling anything of it: every process with one APP_SECRET gives the same. */
export const instanceOf = ({ appSecret }: Secret): string =>
  keyedHash(appSecret, 'installation', 'instance').slice(0, 16)

/** What the doctor of an installation shows its api, to try the event stream without anybody's session. */
export const probeKeyOf = ({ appSecret }: Secret): string => keyedHash(appSecret, 'installation', 'probe')
