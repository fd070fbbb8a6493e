import type { Domain } from '#shared/businesses/domains.ts'
import type { TestApp } from './app.ts'

export type Person = Awaited<ReturnType<TestApp['signUp']>>
export type Body = { success: boolean; message?: string; code?: string; fields?: object; data?: any }

/** Calls a route under users/ and returns the status with the body. */
export async function callUsers(person: Person, path: string, json?: unknown, method?: string) {
  const response = await person.call(`users/${path}`, { json, ...(method && { method }) })
  return { status: response.status, ...((await response.json()) as Body) }
}
export const save = (person: Person, businessName: string, websiteURL = '') =>
  callUsers(person, 'saveUserDomain', { businessName, websiteURL })
export const remove = (person: Person, id: string) =>
  callUsers(person, `deleteUserDomain/${id}`, undefined, 'DELETE')
export const list = async (person: Person): Promise<Domain[]> =>
  (await callUsers(person, 'getUserDomain')).data
export const selected = async (person: Person) =>
  (await list(person)).filter(({ isSelected }) => isSelected).map(({ businessName }) => businessName)
