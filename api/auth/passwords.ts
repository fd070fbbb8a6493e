/** OWASP's argon2id: 19 MiB and two passes, so that many sign-ins at once fit into memory. Tests sign in thousands of times. */
const COST =
  process.env.NODE_ENV === 'test' ? { memoryCost: 64, timeCost: 1 } : { memoryCost: 19_456, timeCost: 2 }

export const hashPassword = (password: string) =>
  Bun.password.hash(password, { algorithm: 'argon2id', ...COST })

let standIn: Promise<string> | undefined

/** False without a hash, after as long a time as with one: how long it takes tells nobody who has an account. */
export async function checkPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const right = await Bun.password.verify(
    password,
    hash ?? (await (standIn ??= hashPassword(crypto.randomUUID()))),
  )
  return right && hash != null
}
