import { type DialogRules, scopeList } from '../../dialogs/dialog.ts'
import { FACEBOOK_SCOPES } from '../../world/people.ts'

const KNOWN_SCOPES = [...FACEBOOK_SCOPES, 'email', 'pages_manage_metadata', 'pages_messaging']

/** Login for Business sends `config_id`, a plain login sends `scope`. */
export const FACEBOOK_DIALOG: DialogRules = {
  provider: 'facebook',
  problem: query => {
    if (query['config_id']) return null
    const scopes = scopeList(query['scope'])
    if (scopes.length === 0) return 'The URL has neither a config_id nor a scope.'
    const unknown = scopes.filter(scope => !KNOWN_SCOPES.includes(scope))
    return unknown.length > 0 ? `Invalid Scopes: ${unknown.join(', ')}.` : null
  },
  scopes: query => (query['config_id'] ? null : ['public_profile', ...scopeList(query['scope'])]),
  ending: '',
}
