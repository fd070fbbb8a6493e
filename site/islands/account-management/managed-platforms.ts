/** Networks that the agency manages for clients, and those that it plans to. */
export const MANAGED_PLATFORMS = [
  { network: 'instagram', name: 'Instagram' },
  { network: 'facebook', name: 'Facebook' },
  { network: 'google', name: 'Google Business Profile' },
] as const
export const COMING_PLATFORMS = ['LinkedIn', 'TikTok', 'Pinterest', 'Twitter']
