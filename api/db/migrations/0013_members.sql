CREATE TABLE `invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`domain_id` text NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`token_hash` text NOT NULL,
	`invited_by` text,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`domain_id`) REFERENCES `domains`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`invited_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_token_hash_unique` ON `invitations` (`token_hash`);--> statement-breakpoint
CREATE INDEX `invitations_inviter` ON `invitations` (`invited_by`);--> statement-breakpoint
CREATE INDEX `invitations_email` ON `invitations` (`email`);--> statement-breakpoint
CREATE INDEX `invitations_expiry` ON `invitations` (`expires_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_domain_email` ON `invitations` (`domain_id`,`email`);--> statement-breakpoint
CREATE TABLE `members` (
	`domain_id` text NOT NULL,
	`user_id` text NOT NULL,
	`role` text NOT NULL,
	`is_selected` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`domain_id`, `user_id`),
	FOREIGN KEY (`domain_id`) REFERENCES `domains`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `members_user` ON `members` (`user_id`,`domain_id`,`role`,`is_selected`);--> statement-breakpoint
ALTER TABLE `posts` ADD `author_id` text REFERENCES users(id) ON DELETE set null;--> statement-breakpoint
CREATE INDEX `posts_author` ON `posts` (`author_id`);--> statement-breakpoint
INSERT INTO `members` (`domain_id`, `user_id`, `role`, `is_selected`, `created_at`) SELECT `id`, `user_id`, 'owner', `is_selected`, `created_at` FROM `domains`;--> statement-breakpoint
UPDATE `posts` SET `author_id` = `user_id`;