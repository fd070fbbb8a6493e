import { type DialogRules, scopeList } from '../dialogs/dialog.ts'
import { INSTAGRAM_SCOPES } from '../world/people.ts'

const KNOWN_SCOPES = [...INSTAGRAM_SCOPES, 'instagram_business_manage_messages']

export const INSTAGRAM_DIALOG: DialogRules = {
  provider: 'instagram',
  problem: query => {
    const scopes = scopeList(query['scope'])
    const unknown = scopes.filter(scope => !KNOWN_SCOPES.includes(scope))
    if (unknown.length > 0) return `Invalid scope: ${unknown.join(', ')}.`
    if (!scopes.includes('instagram_business_basic'))
      return 'Invalid scope: instagram_business_basic is needed.'
    return null
  },
  scopes: query => scopeList(query['scope']),
  ending: '#_',
}
