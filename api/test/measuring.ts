import { AuditError } from '#api/audits/audit.ts'
import { measureDue } from '#api/scores/measure.ts'
import type { Domain } from '#shared/businesses/domains.ts'
import { testApp, type TestApp } from './app.ts'
import { ownSandbox } from './servers/sandbox.ts'

type Person = Awaited<ReturnType<TestApp['signUp']>>

/** A public address that needs no DNS. */
export const WEBSITE = 'https://93.184.215.14/'

/** Returns the error of an audit that must fail. */
export async function failureOf(audit: Promise<unknown>): Promise<AuditError> {
  const error = await audit.catch((error: unknown) => error)
  if (error instanceof AuditError) return error
  throw new Error('The audit succeeded, or failed with another error.', { cause: error })
}

/** Creates the api with the sandbox's PageSpeed and its faults. Audits only run by `measure`. */
export async function measuringApp(options: Parameters<typeof testApp>[0] = {}) {
  const sandbox = await ownSandbox()
  const api = await testApp({ sandbox, ...options })
  const pat = await api.signUp()
  const control = async (path: string, body?: object) =>
    (
      await fetch(`${sandbox.url}/_sandbox/${path}`, {
        ...(body && {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        }),
      })
    ).json()
  return {
    ...api,
    pat,
    fault: (kind: string, more = {}) =>
      control('faults', { provider: 'pagespeed', operation: 'run', kind, ...more }),
    measurements: async () =>
      ((await control('requests')) as { path: string }[]).filter(({ path }) => path.startsWith('/pagespeed')),
    endSilence: () => control('silences', { then: 'go-on' }),
    untilSilent: async () => {
      while ((await control('silences')).length === 0) continue
    },
    measure: (signal?: AbortSignal) => measureDue(api.ctx, signal),
  }
}

export async function addWebsite(person: Person, websiteURL = WEBSITE): Promise<Domain> {
  const response = await person.call('users/saveUserDomain', { json: { businessName: 'Pat’s', websiteURL } })
  return ((await response.json()) as { data: Domain }).data
}
export const firstDomain = async (person: Person) =>
  ((await (await person.call('users/getUserDomain')).json()) as { data: Domain[] }).data[0]!

export async function refresh(person: Person, json: object) {
  const response = await person.call('users/refreshPerformance', { json })
  return { status: response.status, ...(await response.json()) }
}
