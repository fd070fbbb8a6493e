import type { Config } from '#api/config.ts'
import { facebookInsights } from './facebook-insights.ts'
import { facebookLogin } from './facebook-login.ts'
import { facebookPublishing } from './facebook.ts'
import { instagramInsights } from './instagram-insights.ts'
import { instagramLogin } from './instagram-login.ts'
import { instagramPublishing } from './instagram.ts'
import type { Networks } from './network.ts'

/** The networks of this installation: signing in to each, and publishing. */
export const openNetworks = (config: Config, now: () => Date): Networks => ({
  facebook: {
    ...facebookPublishing(config.facebook),
    login: facebookLogin(config, now),
    insights: facebookInsights(config.facebook, now),
  },
  instagram: {
    ...instagramPublishing(config.instagram),
    login: instagramLogin(config, now),
    insights: instagramInsights(config.instagram, now),
  },
})
