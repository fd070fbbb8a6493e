import type { Mutation } from '../mutation.ts'

export const composer: Mutation[] = [
  {
    file: 'site/dashboard/composer/send/idempotency-key.ts',
    text: '[postData(post), scheduledTime(post.draft), shownDomainId()]',
    becomes: '[postData(post), scheduledTime(post.draft)]',
    breaks: 'a draft that is sent for another business is answered with the first one’s post',
    tests: ['site/dashboard/composer/send/idempotency-key.test.ts'],
  },
  {
    file: 'site/dashboard/composer/send/idempotency-key.ts',
    text: 'return `${$identity.get().id}-${fingerprint(JSON.stringify(whole))}`',
    becomes: 'return fingerprint(JSON.stringify(whole))',
    breaks: 'the same words as a new post are not sent',
    tests: ['site/dashboard/composer/send/idempotency-key.test.ts'],
  },
  {
    file: 'site/dashboard/composer/draft/saving.ts',
    text: '  paused = true\n  clearTimeout(timer)\n  await inFlight\n',
    becomes: '  paused = true\n  clearTimeout(timer)\n',
    breaks: 'a draft that was being saved when its post was sent comes back',
    tests: ['site/dashboard/composer/draft/drafts.test.ts'],
  },
  {
    file: 'site/dashboard/composer/draft/saving.ts',
    text: '  if (paused || $editing.get() || (known && sameContent(content, known))) return',
    becomes: '  if ($editing.get() || (known && sameContent(content, known))) return',
    breaks: 'a draft is saved again while its post is made of it',
    tests: ['site/dashboard/composer/draft/drafts.test.ts', 'site/dashboard/composer/composer.test.ts'],
  },
  {
    file: 'site/dashboard/composer/draft/saving.ts',
    text: '    if (!lastSent || !sameContent(data.content, lastSent)) throw error\n',
    becomes: '',
    breaks: 'another window’s version is written over',
    tests: ['site/dashboard/composer/draft/drafts.test.ts'],
  },
  {
    file: 'site/dashboard/composer/draft/drafts.ts',
    text: '  if (id === $identity.get().id || isUploading()) return\n  await saveNow()\n',
    becomes: '  if (id === $identity.get().id || isUploading()) return\n',
    breaks: 'what was just typed is lost when another draft is opened',
    tests: ['site/dashboard/composer/draft/drafts.test.ts'],
  },
  {
    file: 'site/dashboard/composer/send/send.ts',
    text: 'if ($busy.get() || isStillWriting()) return',
    becomes: 'if (isStillWriting()) return',
    breaks: 'a double press sends twice',
    tests: ['site/dashboard/composer/composer.test.ts'],
  },
  {
    file: 'site/dashboard/composer/send/send.ts',
    text: '    if (current?.signal.aborted) return false\n',
    becomes: '',
    breaks: 'a user who cancels an upload reads that it failed',
    tests: ['site/dashboard/composer/composer.test.ts'],
  },
  {
    file: 'site/dashboard/composer/media/uploads.ts',
    text: '  if (findMedia(id)) patchMedia',
    becomes: '  patchMedia',
    breaks: 'an upload that fails after its file was removed brings it back',
    tests: ['site/dashboard/composer/composer.test.ts'],
    accepted: 'patchMedia changes what is there and adds nothing',
  },
]
