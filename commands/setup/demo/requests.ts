import type { ClockedApi } from './clocked-api.ts'

/** Sends typical requests from the site's visitors, to fill the administrators' lists. */
export async function sendRequests({ call }: ClockedApi) {
  await call('users/saveContactRequest', {
    json: {
      fullname: 'Aroha Williams',
      email: 'aroha@bluegumgardens.example',
      contact: '',
      company: 'Blue Gum Gardens',
      service: 'local',
      message: 'We open a second nursery in Ballarat in March. Could you look after the posts for both?',
    },
  })
  await call('users/saveContactRequest', {
    json: {
      fullname: 'Sam Okafor',
      email: 'sam@northsidecycles.example',
      service: '99_package',
      message: 'Do you build on a domain that we already own? Ours is with another registrar.',
    },
  })
}
