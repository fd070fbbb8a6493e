import type { GraphCall, Operation } from '../graph/operation.ts'
import { commentById } from '../world/comments.ts'
import { changeComment, likeComment, listComments, publishComment, removeComment } from './comments.ts'
import { editPost, deletePost } from './edit-posts.ts'
import { publishFeed } from './feed.ts'
import { readInsights } from './insights.ts'
import { readNode } from './nodes.ts'
import { publishPhoto } from './photos.ts'
import { listPosts } from './posts.ts'
import { inspectToken } from './sign-in/debug-token.ts'
import { exchangeToken } from './sign-in/login.ts'
import {
  listAccounts,
  listBusinesses,
  listPermissions,
  listPortfolioPages,
  revokePermissions,
} from './sign-in/people.ts'
import { listStories, publishPhotoStory, publishVideoStory, receiveStory, storyFaults } from './stories.ts'
import { readSession, receiveBytes, startSession } from './videos/resumable-upload.ts'
import { listVideos, publishVideo, videoFaults } from './videos/videos.ts'

const names = (text: string) => text.trim().split(/\s+/)

/** Parameters of each endpoint, from Meta's specification files. */
const FEED_PARAMETERS = names(`
actions album_id android_key_hash application_id asked_fun_fact_prompt_id asset3d_id associated_id attach_place_suggestion attached_media audience_exp backdated_time backdated_time_granularity breaking_news breaking_news_expiration call_to_action caption child_attachments client_mutation_id composer_entry_picker composer_entry_point composer_entry_time composer_session_events_log composer_session_id composer_source_surface composer_type connection_class content_attachment coordinates cta_link cta_type description direct_share_status enforce_link_ownership expanded_height expanded_width feed_targeting formatting fun_fact_prompt_id fun_fact_toastee_id height home_checkin_city_id image_crops implicit_with_tags instant_game_entry_point_data ios_bundle_id is_backout_draft is_boost_intended is_explicit_location is_explicit_share is_group_linking_post is_photo_container link location_source_id manual_privacy message multi_share_end_card multi_share_optimized name nectar_module object_attachment og_action_type_id og_hide_object_attachment og_icon_id og_object_id og_phrase og_set_profile_badge og_suggestion_mechanism page_recommendation picture place place_attachment_setting place_list place_list_data post_surfaces_blacklist posting_to_redspace privacy prompt_id prompt_tracking_string properties proxied_app_id publish_event_id published quote ref referenceable_image_ids referral_id scheduled_publish_time source sponsor_id sponsor_relationship suggested_place_id tags target_surface targeting text_format_metadata text_format_preset_id text_only_place thumbnail time_since_original_post title tracking_info unpublished_content_type user_selected_tags video_start_time_ms viewer_coordinates width
`)

const PHOTO_PARAMETERS = names(`
aid allow_spherical_photo alt_text_custom android_key_hash application_id attempt audience_exp backdated_time backdated_time_granularity caption composer_session_id direct_share_status feed_targeting filter_type full_res_is_coming_later initial_view_heading_override_degrees initial_view_pitch_override_degrees initial_view_vertical_fov_override_degrees ios_bundle_id is_explicit_location is_explicit_place location_source_id manual_privacy message name nectar_module no_story offline_id og_action_type_id og_icon_id og_object_id og_phrase og_set_profile_badge og_suggestion_mechanism parent_media_id place privacy profile_id provenance_info proxied_app_id published qn scheduled_publish_time spherical_metadata sponsor_id sponsor_relationship tags target_id targeting temporary time_since_original_post uid unpublished_content_type url user_selected_tags vault_image_id
`)

const VIDEO_PARAMETERS = names(`
ad_breaks application_id asked_fun_fact_prompt_id audio_story_wave_animation_handle backdated_post call_to_action composer_entry_picker composer_entry_point composer_entry_time composer_session_events_log composer_session_id composer_source_surface composer_type container_type content_category content_tags creative_tools crossposted_video_id custom_labels description direct_share_status edit_description_spec embeddable end_offset expiration fbuploader_video_file_chunk feed_targeting file_size file_url fisheye_video_cropped formatting fov front_z_rotation fun_fact_prompt_id fun_fact_toastee_id guide guide_enabled initial_heading initial_pitch instant_game_entry_point_data is_boost_intended is_explicit_share is_group_linking_post is_partnership_ad is_voice_clip location_source_id manual_privacy multilingual_data no_story og_action_type_id og_icon_id og_object_id og_phrase og_suggestion_mechanism original_fov original_projection_type partnership_ad_ad_code publish_event_id published reference_only referenced_sticker_id replace_video_id scheduled_publish_time secret slideshow_spec social_actions source source_instagram_media_id specified_dialect spherical sponsor_id sponsor_relationship start_offset swap_mode targeting text_format_metadata thumb time_since_original_post title transcode_setting_properties universal_video_id unpublished_content_type upload_phase upload_session_id upload_setting_properties video_asset_id video_file_chunk video_id_original video_start_time_ms waterfall_id
`)

const POST_PARAMETERS = names(`
attached_media backdated_time backdated_time_granularity composer_session_id direct_share_status explicitly_added_mentionee_ids feed_story_visibility is_explicit_location is_hidden is_pinned is_published message og_action_type_id og_hide_object_attachment og_icon_id og_object_id og_phrase og_set_profile_badge og_suggestion_mechanism place privacy product_item scheduled_publish_time should_sync_product_edit source_type sponsor_id sponsor_relationship tags text_format_preset_id timeline_visibility tracking
`)

const FEED_READ_PARAMETERS = ['include_hidden', 'show_expired', 'with']
const POSTS_READ_PARAMETERS = [...FEED_READ_PARAMETERS, 'q']

const STORY_PARAMETERS = names(`
description feed_targeting place scheduled_publish_time targeting title upload_phase video_id video_state
`)

const EXCHANGE = [
  'client_id',
  'client_secret',
  'redirect_uri',
  'code',
  'grant_type',
  'fb_exchange_token',
  'set_token_expires_in_60_days',
]

const LIKE = ['feedback_source', 'nectar_module', 'tracking']

const isComment = ({ world, id }: GraphCall) => commentById(world, id) !== undefined
const ofPostOrComment = (call: GraphCall) => [isComment(call) ? 'act' : 'post']

/** Facebook's Graph operations. The first match wins. */
export const FACEBOOK_OPERATIONS: readonly Operation[] = [
  { method: 'GET', path: 'oauth/access_token', faults: ['token'], parameters: EXCHANGE, run: exchangeToken },
  { method: 'POST', path: 'oauth/access_token', faults: ['token'], parameters: EXCHANGE, run: exchangeToken },
  { method: 'GET', path: 'debug_token', parameters: ['input_token'], run: inspectToken },
  { method: 'GET', path: ':id/accounts', faults: ['accounts'], parameters: [], run: listAccounts },
  { method: 'GET', path: ':id/businesses', faults: ['businesses'], parameters: [], run: listBusinesses },
  {
    method: 'GET',
    path: ':id/owned_pages',
    faults: ['owned_pages'],
    parameters: [],
    run: listPortfolioPages('ownedPageIds'),
  },
  {
    method: 'GET',
    path: ':id/client_pages',
    faults: ['client_pages'],
    parameters: [],
    run: listPortfolioPages('clientPageIds'),
  },
  {
    method: 'GET',
    path: ':id/insights',
    faults: ['insights'],
    parameters: [
      'breakdown',
      'date_preset',
      'metric',
      'period',
      'show_description_from_api_doc',
      'since',
      'until',
    ],
    run: readInsights,
  },
  { method: 'GET', path: ':id/permissions', parameters: ['permission', 'status'], run: listPermissions },
  { method: 'DELETE', path: ':id/permissions', parameters: ['permission'], run: revokePermissions },
  { method: 'POST', path: ':id/feed', faults: ['feed'], parameters: FEED_PARAMETERS, run: publishFeed },
  { method: 'POST', path: ':id/photos', faults: ['photos'], parameters: PHOTO_PARAMETERS, run: publishPhoto },
  {
    method: 'POST',
    path: ':id/videos',
    faults: videoFaults,
    parameters: VIDEO_PARAMETERS,
    run: publishVideo,
  },
  {
    method: 'POST',
    path: ':id/photo_stories',
    faults: ['photo_stories'],
    parameters: ['photo_id'],
    run: publishPhotoStory,
  },
  {
    method: 'POST',
    path: ':id/video_stories',
    faults: storyFaults,
    parameters: STORY_PARAMETERS,
    run: publishVideoStory,
  },
  {
    method: 'POST',
    path: 'rupload:*',
    faults: ['video_stories.transfer'],
    parameters: [],
    run: receiveStory,
  },
  {
    method: 'GET',
    path: ':id/stories',
    faults: ['stories'],
    parameters: ['since', 'status', 'until'],
    run: listStories,
  },
  {
    method: 'POST',
    path: ':id/uploads',
    faults: ['videos.start'],
    parameters: ['file_length', 'file_name', 'file_type', 'session_type'],
    run: startSession,
  },
  { method: 'POST', path: 'upload:*', faults: ['videos.transfer'], parameters: [], run: receiveBytes },
  { method: 'GET', path: 'upload:*', faults: ['videos.offset'], parameters: [], run: readSession },
  { method: 'GET', path: ':id/videos', faults: ['posts'], parameters: ['type'], run: listVideos },
  {
    method: 'GET',
    path: ':id/feed',
    faults: ['posts'],
    parameters: FEED_READ_PARAMETERS,
    run: listPosts('feed'),
  },
  {
    method: 'GET',
    path: ':id/published_posts',
    faults: ['posts'],
    parameters: FEED_READ_PARAMETERS,
    run: listPosts('published_posts'),
  },
  {
    method: 'GET',
    path: ':id/posts',
    faults: ['posts'],
    parameters: POSTS_READ_PARAMETERS,
    run: listPosts('posts'),
  },
  {
    method: 'GET',
    path: ':id/scheduled_posts',
    faults: ['posts'],
    parameters: [],
    run: listPosts('scheduled_posts'),
  },
  {
    method: 'POST',
    path: ':id/comments',
    faults: ({ world, id }) => [commentById(world, id) ? 'replies' : 'comments'],
    parameters: ['message', 'attachment_id', 'attachment_share_url', 'attachment_url'],
    run: publishComment,
  },
  {
    method: 'GET',
    path: ':id/comments',
    faults: ['comments.read'],
    parameters: ['filter', 'order', 'since', 'summary'],
    run: listComments,
  },
  {
    method: 'GET',
    path: ':id',
    faults: ({ world, id }) => {
      if (world.videos.has(id)) return ['status']
      if (world.pagePosts.has(id)) return ['post']
      if (commentById(world, id)) return ['comment']
      return world.photos.has(id) ? [] : ['accounts']
    },
    parameters: [],
    run: readNode,
  },
  { method: 'POST', path: ':id/likes', faults: ['act'], parameters: LIKE, run: likeComment },
  { method: 'DELETE', path: ':id/likes', faults: ['act'], parameters: LIKE, run: likeComment },
  {
    method: 'POST',
    path: ':id',
    faults: ofPostOrComment,
    parameters: POST_PARAMETERS,
    run: call => (isComment(call) ? changeComment(call) : editPost(call)),
  },
  {
    method: 'DELETE',
    path: ':id',
    faults: ofPostOrComment,
    parameters: [],
    run: call => (isComment(call) ? removeComment(call) : deletePost(call)),
  },
]
