import { computed } from 'nanostores'

import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'

/** UTM tags that links get when a post of the selected business is sent. */
export const $linkTags = computed($selectedDomain, domain => domain?.linkTags ?? null)
