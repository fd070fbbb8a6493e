CREATE TABLE `calendar_feeds` (
	`domain_id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`read_at` integer,
	FOREIGN KEY (`domain_id`) REFERENCES `domains`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `calendar_feeds_token_hash_unique` ON `calendar_feeds` (`token_hash`);--> statement-breakpoint
CREATE INDEX `calendar_feeds_user` ON `calendar_feeds` (`user_id`);--> statement-breakpoint
CREATE TABLE `import_rows` (
	`import_id` text NOT NULL,
	`line` integer NOT NULL,
	`cells` text NOT NULL,
	`state` text NOT NULL,
	`problems` text NOT NULL,
	`post` text,
	`key` text,
	`media_ids` text NOT NULL,
	`post_id` text,
	PRIMARY KEY(`import_id`, `line`),
	FOREIGN KEY (`import_id`) REFERENCES `imports`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `import_rows_post` ON `import_rows` (`post_id`);--> statement-breakpoint
CREATE TABLE `imports` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`domain_id` text NOT NULL,
	`file_name` text NOT NULL,
	`format` text NOT NULL,
	`headers` text NOT NULL,
	`settings` text NOT NULL,
	`state` text NOT NULL,
	`good_rows_only` integer DEFAULT false NOT NULL,
	`wake_at` integer,
	`attempt` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`domain_id`) REFERENCES `domains`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `imports_user` ON `imports` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `imports_wake` ON `imports` (`wake_at`);--> statement-breakpoint
ALTER TABLE `media` ADD `domain_id` text REFERENCES domains(id) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `media` ADD `cropped_from` text;--> statement-breakpoint
ALTER TABLE `media` ADD `alt_text` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `media` ADD `discarded_at` integer;--> statement-breakpoint
CREATE INDEX `media_domain` ON `media` (`domain_id`,`created_at`);--> statement-breakpoint
UPDATE `media` SET `domain_id` = coalesce(
	(SELECT `posts`.`domain_id` FROM `post_media` JOIN `posts` ON `posts`.`id` = `post_media`.`post_id` WHERE `post_media`.`media_id` = `media`.`id` LIMIT 1),
	(SELECT `drafts`.`domain_id` FROM `draft_media` JOIN `drafts` ON `drafts`.`id` = `draft_media`.`draft_id` WHERE `draft_media`.`media_id` = `media`.`id` LIMIT 1)
);--> statement-breakpoint
UPDATE `media` SET `alt_text` = coalesce(
	(SELECT `post_media`.`alt_text` FROM `post_media` WHERE `post_media`.`media_id` = `media`.`id` AND `post_media`.`alt_text` <> '' LIMIT 1), ''
);