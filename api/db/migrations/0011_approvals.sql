CREATE TABLE `approval_rules` (
	`domain_id` text PRIMARY KEY NOT NULL,
	`required` integer NOT NULL,
	`approvers` text NOT NULL,
	`signs_time` integer DEFAULT false NOT NULL,
	`changed_at` integer NOT NULL,
	FOREIGN KEY (`domain_id`) REFERENCES `domains`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `approvals` (
	`post_id` text PRIMARY KEY NOT NULL,
	`domain_id` text NOT NULL,
	`state` text NOT NULL,
	`when_approved` integer DEFAULT false NOT NULL,
	`content_hash` text,
	`signed` text NOT NULL,
	`decided_on` text,
	`submitted_by` text,
	`submitted_at` integer NOT NULL,
	`decided_by_id` text,
	`decided_by` text DEFAULT '' NOT NULL,
	`decided_at` integer,
	`via` text,
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`submitted_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`decided_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `approvals_domain` ON `approvals` (`domain_id`,`state`);--> statement-breakpoint
CREATE TABLE `post_comments` (
	`id` text PRIMARY KEY NOT NULL,
	`post_id` text NOT NULL,
	`user_id` text,
	`name` text DEFAULT '' NOT NULL,
	`via` text NOT NULL,
	`internal` integer NOT NULL,
	`message` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `post_comments_post` ON `post_comments` (`post_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `review_links` (
	`id` text PRIMARY KEY NOT NULL,
	`domain_id` text NOT NULL,
	`user_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`post_ids` text,
	`from` integer,
	`to` integer,
	`pin_hash` text,
	`expires_at` integer NOT NULL,
	`opened_at` integer,
	`openings` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`domain_id`) REFERENCES `domains`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `review_links_token_hash_unique` ON `review_links` (`token_hash`);--> statement-breakpoint
CREATE INDEX `review_links_domain` ON `review_links` (`domain_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `review_links_user` ON `review_links` (`user_id`);--> statement-breakpoint
ALTER TABLE `media` ADD `sha256` text;--> statement-breakpoint
CREATE INDEX `deliveries_in_review` ON `deliveries` (`publish_at`) WHERE "deliveries"."state" in ('in_review', 'changes_requested');