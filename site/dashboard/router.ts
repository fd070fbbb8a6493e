import { createRouter } from '@nanostores/router'

export const $router = createRouter({
  overview: '/dashboard',
  socialHub: '/dashboard/social-hub',
  insights: '/dashboard/insights',
  help: '/dashboard/help',
  createPost: '/dashboard/create-post',
  viewPosts: '/dashboard/view-post',
  supportRequests: '/dashboard/support-requests',
  featureRequests: '/dashboard/feature-requests',
})

export type Route =
  | 'overview'
  | 'socialHub'
  | 'insights'
  | 'help'
  | 'createPost'
  | 'viewPosts'
  | 'supportRequests'
  | 'featureRequests'

/** Opens a screen from code; links are followed by themselves. */
export const openPage = (path: string) => $router.open(path)
