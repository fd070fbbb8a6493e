import { expect, test } from 'bun:test'

import { isAllowed, type Permission, PERMISSIONS, ROLES } from './permissions.ts'

/** The table of the specification, in the order of ROLES: owner, editor, author, approver, viewer. */
const SPECIFIED: Record<Permission, string> = {
  see: '+++++',
  comment: '++++-',
  write: '+++--',
  publish: '++---',
  approve: '+--+-',
  connect: '++---',
  configure: '++---',
  own: '+----',
}

test('grants each role the permissions that the specification gives it', () => {
  const granted = Object.fromEntries(
    (Object.keys(PERMISSIONS) as Permission[]).map(permission => [
      permission,
      ROLES.map(role => (isAllowed(role, permission) ? '+' : '-')).join(''),
    ]),
  )
  expect(granted).toEqual(SPECIFIED)
})
