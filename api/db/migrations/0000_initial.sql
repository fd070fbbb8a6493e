CREATE TABLE `accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`domain_id` text NOT NULL,
	`network` text NOT NULL,
	`status` text NOT NULL,
	`provider_id` text DEFAULT '' NOT NULL,
	`provider_user_id` text NOT NULL,
	`sealed_user_token` text NOT NULL,
	`signed_in_at` integer NOT NULL,
	`sealed_token` text,
	`token_expires_at` integer,
	`renewing_until` integer,
	`checked_at` integer,
	`paused_until` integer,
	`name` text DEFAULT '' NOT NULL,
	`username` text DEFAULT '' NOT NULL,
	`picture` text DEFAULT '' NOT NULL,
	`profile` text DEFAULT '{}' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`domain_id`) REFERENCES `domains`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `accounts_user` ON `accounts` (`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_domain_network` ON `accounts` (`domain_id`,`network`);--> statement-breakpoint
CREATE TABLE `oauth_states` (
	`state_hash` text PRIMARY KEY NOT NULL,
	`network` text NOT NULL,
	`user_id` text NOT NULL,
	`session_id` text NOT NULL,
	`browser_hash` text NOT NULL,
	`sealed_verifier` text,
	`code_hash` text,
	`domain_id` text,
	`return_to` text,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `oauth_states_expiry` ON `oauth_states` (`expires_at`);--> statement-breakpoint
CREATE TABLE `password_resets` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `password_resets_user` ON `password_resets` (`user_id`);--> statement-breakpoint
CREATE INDEX `password_resets_expiry` ON `password_resets` (`expires_at`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`user_agent` text DEFAULT '' NOT NULL,
	`address` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_token_hash_unique` ON `sessions` (`token_hash`);--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `signups` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`fullname` text NOT NULL,
	`password_hash` text NOT NULL,
	`ticket_hash` text NOT NULL,
	`code_hash` text NOT NULL,
	`code_expires_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`attempts_without_ticket` integer DEFAULT 0 NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `signups_email` ON `signups` (`email`,`created_at`);--> statement-breakpoint
CREATE INDEX `signups_expiry` ON `signups` (`expires_at`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`fullname` text NOT NULL,
	`password_hash` text,
	`google_id` text,
	`role` text DEFAULT 'user' NOT NULL,
	`mobile` text DEFAULT '' NOT NULL,
	`country_code` text DEFAULT '' NOT NULL,
	`gender` text DEFAULT '' NOT NULL,
	`dob` text DEFAULT '' NOT NULL,
	`address` text DEFAULT '' NOT NULL,
	`bio` text DEFAULT '' NOT NULL,
	`profile_image` text,
	`max_accounts` integer,
	`deletion_requested_at` integer,
	`deletion_at` integer,
	`deletion_started_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_unique` ON `users` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_google_id_unique` ON `users` (`google_id`);--> statement-breakpoint
CREATE TABLE `data_deletions` (
	`code` text PRIMARY KEY NOT NULL,
	`network` text NOT NULL,
	`requested_at` integer NOT NULL,
	`finished_at` integer
);
--> statement-breakpoint
CREATE INDEX `data_deletions_requested` ON `data_deletions` (`requested_at`);--> statement-breakpoint
CREATE TABLE `account_deletions` (
	`id` text PRIMARY KEY NOT NULL,
	`requested_at` integer NOT NULL,
	`finished_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `account_deletions_finished` ON `account_deletions` (`finished_at`);--> statement-breakpoint
CREATE TABLE `domains` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`business_name` text NOT NULL,
	`website_url` text DEFAULT '' NOT NULL,
	`is_selected` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `domains_user` ON `domains` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `draft_media` (
	`draft_id` text NOT NULL,
	`media_id` text NOT NULL,
	PRIMARY KEY(`draft_id`, `media_id`),
	FOREIGN KEY (`draft_id`) REFERENCES `drafts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`media_id`) REFERENCES `media`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `draft_media_media` ON `draft_media` (`media_id`);--> statement-breakpoint
CREATE TABLE `drafts` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`domain_id` text,
	`content` text NOT NULL,
	`version` integer NOT NULL,
	`deleted_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`domain_id`) REFERENCES `domains`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `drafts_user` ON `drafts` (`user_id`,`updated_at`);--> statement-breakpoint
CREATE INDEX `drafts_domain` ON `drafts` (`domain_id`);--> statement-breakpoint
CREATE TABLE `export_tickets` (
	`ticket_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `export_tickets_expiry` ON `export_tickets` (`expires_at`);--> statement-breakpoint
CREATE TABLE `account_insights` (
	`account_id` text NOT NULL,
	`day` text NOT NULL,
	`followers` integer,
	`posts` integer,
	`comments` integer,
	`likes` integer,
	`engagement` integer,
	PRIMARY KEY(`account_id`, `day`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `account_posts` (
	`account_id` text NOT NULL,
	`external_id` text NOT NULL,
	`published_at` integer NOT NULL,
	`excerpt` text NOT NULL,
	`permalink` text DEFAULT '' NOT NULL,
	`likes` integer NOT NULL,
	`comments` integer NOT NULL,
	`shares` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`account_id`, `external_id`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `account_posts_time` ON `account_posts` (`account_id`,`published_at`);--> statement-breakpoint
CREATE TABLE `insight_reads` (
	`account_id` text PRIMARY KEY NOT NULL,
	`wake_at` integer NOT NULL,
	`attempt` integer DEFAULT 0 NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`read_at` integer,
	`missing` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `insight_reads_wake` ON `insight_reads` (`wake_at`);--> statement-breakpoint
CREATE TABLE `job_runs` (
	`name` text PRIMARY KEY NOT NULL,
	`ran_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `rate_limits` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`window_ends_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `rate_limits_window` ON `rate_limits` (`window_ends_at`);--> statement-breakpoint
CREATE TABLE `live_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`type` text NOT NULL,
	`data` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `live_events_created` ON `live_events` (`created_at`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`sealed_mail` text NOT NULL,
	`wake_at` integer NOT NULL,
	`attempt` integer DEFAULT 0 NOT NULL,
	`unsure` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`urgent` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX `outbox_wake` ON `outbox` (`urgent`,`wake_at`);--> statement-breakpoint
CREATE TABLE `media` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`key` text NOT NULL,
	`type` text NOT NULL,
	`bytes` integer NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`jpeg_key` text,
	`thumbnail_key` text,
	`duration` real,
	`codec` text,
	`audio_codec` text,
	`fps` real,
	`created_at` integer NOT NULL,
	`touched_at` integer NOT NULL,
	`is_removing` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `media_user` ON `media` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `notifications` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`type` text NOT NULL,
	`tone` text NOT NULL,
	`title` text NOT NULL,
	`message` text NOT NULL,
	`link` text DEFAULT '' NOT NULL,
	`read_at` integer,
	`created_at` integer NOT NULL,
	`deleted_at` integer,
	`announced` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `notifications_user` ON `notifications` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `notifications_counts` ON `notifications` (`user_id`,`type`,`read_at`,`deleted_at`);--> statement-breakpoint
CREATE INDEX `notifications_unannounced` ON `notifications` (`created_at`) WHERE announced = 0;--> statement-breakpoint
CREATE INDEX `notifications_deleted` ON `notifications` (`deleted_at`) WHERE deleted_at is not null;--> statement-breakpoint
CREATE TABLE `deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`post_id` text NOT NULL,
	`user_id` text NOT NULL,
	`domain_id` text NOT NULL,
	`account_id` text,
	`meant_for` text,
	`meant_for_name` text DEFAULT '' NOT NULL,
	`network` text NOT NULL,
	`message` text NOT NULL,
	`media_positions` text NOT NULL,
	`state` text NOT NULL,
	`publish_at` integer NOT NULL,
	`wake_at` integer,
	`attempt` integer DEFAULT 0 NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`reason_code` text DEFAULT '' NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`external_id` text,
	`permalink` text,
	`published_at` integer,
	`removed_at` integer,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `deliveries_wake` ON `deliveries` (`wake_at`) WHERE "deliveries"."wake_at" is not null;--> statement-breakpoint
CREATE INDEX `deliveries_user_state` ON `deliveries` (`user_id`,`state`,`publish_at`,`post_id`,`domain_id`);--> statement-breakpoint
CREATE INDEX `deliveries_account` ON `deliveries` (`account_id`,`state`);--> statement-breakpoint
CREATE INDEX `deliveries_external` ON `deliveries` (`external_id`) WHERE "deliveries"."external_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `deliveries_post_network` ON `deliveries` (`post_id`,`network`);--> statement-breakpoint
CREATE TABLE `delivery_steps` (
	`delivery_id` text NOT NULL,
	`name` text NOT NULL,
	`attempt` integer NOT NULL,
	`intent` text NOT NULL,
	`result` text,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	PRIMARY KEY(`delivery_id`, `name`),
	FOREIGN KEY (`delivery_id`) REFERENCES `deliveries`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `first_comments` (
	`delivery_id` text PRIMARY KEY NOT NULL,
	`message` text NOT NULL,
	`state` text NOT NULL,
	`wake_at` integer,
	`attempt` integer DEFAULT 0 NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`begun_at` integer,
	`external_id` text,
	`reason_code` text DEFAULT '' NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`delivery_id`) REFERENCES `deliveries`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `first_comments_wake` ON `first_comments` (`wake_at`) WHERE "first_comments"."wake_at" is not null;--> statement-breakpoint
CREATE TABLE `post_media` (
	`post_id` text NOT NULL,
	`position` integer NOT NULL,
	`media_id` text NOT NULL,
	`alt_text` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`post_id`, `position`),
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`media_id`) REFERENCES `media`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `post_media_media` ON `post_media` (`media_id`);--> statement-breakpoint
CREATE TABLE `posts` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`domain_id` text NOT NULL,
	`publish_at` integer NOT NULL,
	`time_zone` text NOT NULL,
	`idempotency_key` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`domain_id`) REFERENCES `domains`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `posts_user` ON `posts` (`user_id`,`publish_at`);--> statement-breakpoint
CREATE INDEX `posts_domain` ON `posts` (`domain_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `posts_idempotency` ON `posts` (`user_id`,`idempotency_key`);--> statement-breakpoint
CREATE TABLE `profile_images` (
	`file_name` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `profile_images_user` ON `profile_images` (`user_id`);--> statement-breakpoint
CREATE TABLE `push_keys` (
	`id` integer PRIMARY KEY NOT NULL,
	`public_key` text NOT NULL,
	`sealed_private_key` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `push_subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`session_id` text NOT NULL,
	`endpoint` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_endpoint_unique` ON `push_subscriptions` (`endpoint`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_user` ON `push_subscriptions` (`user_id`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_session` ON `push_subscriptions` (`session_id`);--> statement-breakpoint
CREATE TABLE `pushes` (
	`id` text PRIMARY KEY NOT NULL,
	`subscription_id` text NOT NULL,
	`notification_id` text NOT NULL,
	`wake_at` integer NOT NULL,
	`attempt` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`subscription_id`) REFERENCES `push_subscriptions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `pushes_wake` ON `pushes` (`wake_at`);--> statement-breakpoint
CREATE INDEX `pushes_subscription` ON `pushes` (`subscription_id`);--> statement-breakpoint
CREATE TABLE `requests` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`user_id` text,
	`content` text NOT NULL,
	`same_as` text,
	`created_at` integer NOT NULL,
	`deleted_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `requests_same_as_unique` ON `requests` (`same_as`);--> statement-breakpoint
CREATE INDEX `requests_kind` ON `requests` (`kind`,`created_at`);--> statement-breakpoint
CREATE INDEX `requests_deleted` ON `requests` (`deleted_at`);--> statement-breakpoint
CREATE TABLE `audits` (
	`id` text PRIMARY KEY NOT NULL,
	`domain_id` text,
	`state` text NOT NULL,
	`message` text,
	`wake_at` integer NOT NULL,
	`attempt` integer DEFAULT 0 NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`machine` text,
	FOREIGN KEY (`domain_id`) REFERENCES `domains`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `audits_domain_id_unique` ON `audits` (`domain_id`);--> statement-breakpoint
CREATE INDEX `audits_due` ON `audits` (`wake_at`);--> statement-breakpoint
CREATE TABLE `scores` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`audit_id` text NOT NULL,
	`measured_at` integer NOT NULL,
	`source` text NOT NULL,
	`performance` integer NOT NULL,
	`accessibility` integer NOT NULL,
	`best_practices` integer NOT NULL,
	`seo` integer NOT NULL,
	FOREIGN KEY (`audit_id`) REFERENCES `audits`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `scores_audit` ON `scores` (`audit_id`,`measured_at`);--> statement-breakpoint
CREATE TABLE `settings` (
	`user_id` text PRIMARY KEY NOT NULL,
	`email_notifications` integer NOT NULL,
	`push_notifications` integer NOT NULL,
	`social_notifications` integer NOT NULL,
	`marketing_emails` integer NOT NULL,
	`data_sharing` integer NOT NULL,
	`profile_visibility` text NOT NULL,
	`language` text NOT NULL,
	`appearance` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `templates` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `templates_user` ON `templates` (`user_id`);--> statement-breakpoint
CREATE TABLE `authenticators` (
	`user_id` text PRIMARY KEY NOT NULL,
	`sealed_secret` text NOT NULL,
	`last_step` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`confirmed_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`user_id` text NOT NULL,
	`code_hash` text NOT NULL,
	PRIMARY KEY(`user_id`, `code_hash`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `sign_in_tickets` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`password_hash` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sign_in_tickets_user` ON `sign_in_tickets` (`user_id`);--> statement-breakpoint
CREATE INDEX `sign_in_tickets_expiry` ON `sign_in_tickets` (`expires_at`);