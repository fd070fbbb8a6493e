import {
  above,
  busy,
  choosePhoto,
  chooseVideo,
  hear,
  holdCall,
  sequence,
  keys,
  setFault,
  press,
  pressText,
  failHeldCall,
  see,
  seeDialog,
  toggle,
  turnOn,
  write,
} from './steps.ts'
import type { Screen } from './visit.ts'

const TYPED = 'New rainwater tanks for small gardens'
const OPENAI = { provider: 'openai', operation: 'chat' }

/** States of the composer, from an empty one through AI captions and typing to a sent post. */
export const COMPOSER: Screen = {
  heading: 'Create Social Post',
  path: '/dashboard/create-post',
  steps: {
    'no templates': above(press('Templates'), see('No templates yet')),
    'a file of no use': sequence(
      page =>
        page.getByLabel('Add pictures or a video').setInputFiles({
          name: 'prices.txt',
          mimeType: 'text/plain',
          buffer: Buffer.from('Taps from $20'),
        }),
      see('Only JPG, JPEG, PNG, and MP4 files are allowed.'),
    ),
    'no hashtag sets': above(press('Hashtag sets'), see('No hashtag sets yet')),
    emoji: above(press('Emoji'), see('Smileys & Emotion')),
    // Its business has posting times, so the first post is for a free one.
    refused: sequence(press('Schedule Post'), see('Please enter a message to post.')),
    'AI writes': busy(
      write('Message', TYPED),
      setFault({ ...OPENAI, kind: 'slow', ms: 2000 }),
      press('Generate with AI'),
      page =>
        page.waitForFunction(typed => !document.querySelector('textarea')!.value.startsWith(typed), TYPED),
    ),
    'AI was stopped': press('Stop'),
    'AI has written': sequence(press('Undo'), press('Generate with AI'), hear(/^AI has written \d+ words/)),
    'AI can’t write': sequence(
      setFault({ ...OPENAI, kind: 'quota' }),
      press('Shorter'),
      see('You exceeded your current quota'),
    ),
    'a draft that waits': busy(holdCall('drafts/*'), write('Message', 'Taps, tightened'), see('Saving…')),
    'a draft that was not saved': sequence(failHeldCall, see('Try again')),
    written: sequence(
      write('Message', 'pipes '.repeat(400)),
      see(/Message exceeds limit/),
      choosePhoto,
      press('Add a first comment'),
      write('First comment', 'Book on our site'),
      turnOn('Schedule this post'),
      see('Saved'),
    ),
    'alt text': above(press('Alt text of van.jpg'), page =>
      page.getByRole('textbox', { name: 'Alt text of van.jpg' }).fill('A van'),
    ),
    'choose a time': above(press(/^Date and time/), page =>
      page.getByRole('listbox', { name: 'Time' }).waitFor(),
    ),
    crop: above(press('Crop van.jpg'), seeDialog),
    templates: above(
      press('Templates'),
      page => page.getByRole('textbox', { name: /^Save your message/ }).fill('Frost'),
      press('Save as template'),
      see('Insert'),
    ),
    'hashtag sets': sequence(
      write('Message', 'Frost again. #pipes #frost'),
      above(
        press('Hashtag sets'),
        page => page.getByRole('textbox', { name: /Save this message/ }).fill('Winter'),
        press('Save as set'),
        see('Insert'),
      ).open,
      keys('Escape'),
    ),
    'rename a template': above(press('Templates'), press('Rename Frost')),
    'an offer': sequence(
      press('Add an event, offer or button'),
      press('Offer'),
      page => page.getByLabel('Title of the offer').fill('Half-price gutters'),
      page => page.getByLabel('Starts').fill('2027-03-01T09:00'),
      page => page.getByLabel('Repeats').selectOption('Every week'),
      page => page.getByLabel('Wednesday').check(),
      page => page.getByLabel('Until (optional)').fill('2027-03-02'),
      see('Choose 3 March 2027 or a later day'),
    ),
    'no offer': press('Remove'),
    'a story': sequence(press('Make it a story'), see(/A story shows one picture/)),
    'people on a picture': sequence(
      press('Remove'),
      press('Tag people, a place or a cover'),
      see(/Show the place: .+, 12 Harbour Street, Sydney/),
      press('Tag somebody'),
      page => page.getByRole('textbox', { name: 'Username on van.jpg' }).fill('pats.plumbing'),
    ),
    'no people': press('Remove'),
    'a moment as cover': sequence(
      press('Remove van.jpg'),
      chooseVideo,
      press('Tag people, a place or a cover'),
      see('The network chooses it, unless you do.'),
    ),
    'choose a cover': above(press('Use a picture as cover'), seeDialog, see('van.jpg')),
    'a picture as cover': sequence(
      press('Use a picture as cover'),
      press(/van\.jpg/),
      press('Use as cover'),
      see('Choose another picture'),
    ),
    'no cover': sequence(press('Remove'), press('Remove van.mp4'), choosePhoto),
    separate: pressText('Same message for all platforms'),
    sent: sequence(
      pressText('Same message for all platforms'),
      write('Message', 'A van of our own'),
      toggle('Schedule this post'),
      press('Post Now'),
      see(/On its way to|Published on/),
    ),
  },
}
