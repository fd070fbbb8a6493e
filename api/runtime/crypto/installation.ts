import { keyedHash } from './secrets.ts'

type Secret = { appSecret: string }

/** Returns an opaque id of this installation, the same for every process with this APP_SECRET. */
export const instanceOf = ({ appSecret }: Secret): string =>
  keyedHash(appSecret, 'installation', 'instance').slice(0, 16)

/** Returns the key with which the doctor opens the event stream without a user's session. */
export const probeKeyOf = ({ appSecret }: Secret): string => keyedHash(appSecret, 'installation', 'probe')
