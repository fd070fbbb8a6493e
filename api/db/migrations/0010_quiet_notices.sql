ALTER TABLE `notifications` ADD `domain_id` text;--> statement-breakpoint
ALTER TABLE `settings` ADD `published_emails` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `settings` ADD `keyboard_shortcuts` integer DEFAULT true NOT NULL;--> statement-breakpoint
UPDATE `settings` SET `published_emails` = `email_notifications`;--> statement-breakpoint
UPDATE `notifications` SET `domain_id` = (SELECT `domain_id` FROM `posts` WHERE `posts`.`id` = substr(`link`, 27)) WHERE `link` LIKE '/dashboard/view-post?post=%';
